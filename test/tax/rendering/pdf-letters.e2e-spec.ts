import type { Font } from 'fontkit';
import type { DocumentContent } from '../../../src/tax/documents/document-content.js';
import { documentsPdf } from '../../../src/tax/rendering/document-pdf.js';
import { fontOf } from '../../../src/tax/rendering/pdf-fonts.js';
import { givenInvoice } from '../../support/tax/document-contents.js';
import { pagesOf } from '../../support/tax/read-pdf.js';

const GOODS = { description: 'Lamp', units: 1, unitPriceMinor: 100, rateBp: 500 };

/** Reads the text of an invoice for a product of this name, with its lines joined. */
async function textOfName(description: string): Promise<string> {
  const content = givenInvoice({ goods: [{ ...GOODS, description }] });
  const [page] = await pagesOf(await documentsPdf([{ content }]));
  return page!.replaceAll(/\s+/g, ' ');
}

describe('the letters of a PDF', () => {
  it.each([
    ['Latin with accents', 'Łódź é ñ ü ç ễ Ħ ₹ ½ ™'],
    ['Devanagari', 'हस्तनिर्मित साड़ी श्रीमती कर्त्ता र्‍या'],
    ['Bengali', 'হাতে তৈরি শাড়ি ক্ষুদ্র ব্যাঙ্ক কর্ম হ্যাঁ। কৃষ্ণ'],
    ['Gurmukhi', 'ਹੱਥ ਨਾਲ ਬਣੀ ਸਾੜੀ ਅੰਮ੍ਰਿਤਸਰ ਫੁੱਲਕਾਰੀ'],
    ['Gujarati', 'હાથવણાટ સાડી શ્રી ક્ષત્રિય જ્ઞાન અંશ'],
    ['Odia', 'ହସ୍ତତନ୍ତ ଶାଢ଼ୀ ସମ୍ବଲପୁରୀ କ୍ଷୀର ସର୍କ୍‌'],
    ['Tamil', 'கைத்தறி புடவை க்ஷேத்ரம் ஸ்ரீ கொள்கை'],
    ['Telugu', 'చేనేత చీర శ్రీ స్త్రీ ఆస్ట్రేలియా పోచంపల్లి'],
    ['Kannada', 'ಕೈಮಗ್ಗ ಸೀರೆ ದಕ್ಷಿಣ ಮಾರ್ಕ್ಯುಸಸ್ ರಾಷ್ಟ್ರ'],
    ['Malayalam', 'കൈത്തറി സാരി ക്ഷേത്രം സ്ത്രീ കുട്ടികൾ അൻപ്'],
    ['three scripts in one word', 'Silk-साड़ी/புடவை,ಚೀರೆ 6×2m'],
  ])('are read as they were written, in %s', async (_script, name) => {
    expect(await textOfName(name)).toContain(`${name} 9405`);
  });

  it.each([
    ['a vowel sign before its consonant', 'Tamil', 'கை', ['ை', 'க']],
    ['a vowel sign on both sides', 'Malayalam', 'കൊ', ['ൊ', 'ക', '']],
    ['an r above the letter that follows', 'Bengali', 'র্ক', ['ক', 'র্']],
    ['a letter below another', 'Telugu', 'స్త', ['స', '్త']],
    ['two letters as one', 'Kannada', 'ಕ್ಷ', ['ಕ್ಷ']],
    ['a mark that has no place on some letters', 'Gurmukhi', 'ਟਾਪੂ', ['ਟ', 'ਾ', 'ਪ', 'ੂ']],
  ])('draw %s', (_what, script, text, drawn) => {
    const { glyphs } = (fontOf(script, false).source as unknown as Font).layout(text);
    expect(glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints))).toEqual(drawn);
    expect(glyphs.map(({ id }) => id)).not.toContain(0);
  });

  it('are a replacement where no font has them, and nothing where they show nothing', async () => {
    expect(await textOfName('Gift 🎁 box عرب ไทย 👨‍👩‍👧 X\u200bL\tTab')).toContain(
      'Gift � box ��� ��� � XL Tab',
    );
  });

  it('wrap between words, and in the middle of a long word between syllables', async () => {
    const words = 'கைத்தறி புடவை காஞ்சிபுரம்';
    const wrapped = await textOfName(`${words} `.repeat(8));
    expect(wrapped.split(words)).toHaveLength(9);
    const word = await textOfName('கை'.repeat(60));
    expect(word.match(/[கை]+/g)!.join(' ')).toMatch(/^((கை)+ )+(கை)+$/);
  });

  it('bring the fonts that they need', async () => {
    const content = givenInvoice({ goods: [{ ...GOODS, description: 'கைத்தறி புடவை' }] });
    const fontsOf = async (printed: DocumentContent): Promise<string[]> => {
      const pdf = (await documentsPdf([{ content: printed }])).toString('latin1');
      return [...new Set(pdf.match(/NotoSans\w*-\w+/g))].sort();
    };
    const latin = ['NotoSans-Regular', 'NotoSans-SemiBold'];
    expect(await fontsOf(givenInvoice())).toEqual(latin);
    expect(await fontsOf(content)).toEqual([...latin, 'NotoSansTamil-Regular']);
  });

  it('are its own, also those that were parts of letters in another document', async () => {
    await textOfName('आम soft\u00adness');
    expect(await textOfName('अब fine-art')).toContain('अब fine-art');
  });
});
