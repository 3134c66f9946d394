import { xmlFault } from './xml-fault.js';

const TEXT_LENGTH = 32_767;

describe('faults of XML', () => {
  it.each([
    [
      'an element',
      '<?xml version="1.0"?>\n<!-- by a program -->\n<a b="1>2" c=\'"\'>text<d/></a>\n',
    ],
    ['text in a section', '<a><![CDATA[<b> & "c"]]></a>'],
    ['the longest text', `<a>${'x'.repeat(TEXT_LENGTH)}</a>`],
    ['the longest text, escaped', `<a>${'&amp;'.repeat(TEXT_LENGTH - 1)}_x000D_</a>`],
    ['the deepest elements', `${'<a>'.repeat(100)}${'</a>'.repeat(100)}`],
    ['many elements', `<a>${'<b/>'.repeat(100_000)}</a>`],
    ['elements that are not closed, which the parser refuses', '<a><b></a>'],
    ['an element that was not opened, which the parser refuses', '</a>text'],
  ])('are not found in %s', (_, xml) => {
    expect(xmlFault(xml, TEXT_LENGTH)).toBeNull();
  });

  it.each([
    ['a long name', `<a><${'x'.repeat(2_000_000)}/></a>`, /^a tag of/],
    ['a long attribute', `<a b="${'x'.repeat(20_000)}"/>`, /^a tag of/],
    ['an attribute without end', `<a b="x></a>`, /^a tag of/],
    ['a long comment', `<!--${'x'.repeat(20_000)}--><a/>`, /^a tag of/],
    ['a long instruction', `<?${'x'.repeat(20_000)}?><a/>`, /^a tag of/],
    ['a long text', `<a>${'x'.repeat(TEXT_LENGTH + 1)}</a>`, /^a text of more than 32767/],
    ['a long section', `<a><![CDATA[${'x'.repeat(40_000)}]]></a>`, /^a text of/],
    ['a section without end', '<a><![CDATA[x</a>', /^a text of/],
    ['deep elements', '<a>'.repeat(101), /^more than 100 elements/],
    ['text before', 'x<a/>', /^text outside/],
    ['text after', '<a/>x', /^text outside/],
    ['a section after', '<a/><![CDATA[x]]>', /^text outside/],
    ['text alone', 'x', /^text outside/],
  ])('are found: %s', (_, xml, fault) => {
    expect(xmlFault(xml, TEXT_LENGTH)).toMatch(fault);
  });

  it('are found in processor time that grows as the file does', () => {
    const cells = '<c r="A1" t="s"><v>1</v></c>'.repeat(1_000_000);
    const before = process.cpuUsage();
    expect(xmlFault(`<a>${cells}</a>`, TEXT_LENGTH)).toBeNull();
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
  });
});
