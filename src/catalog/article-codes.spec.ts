import { articleCodes, withoutScannerSigns } from './article-codes.js';

const UPC = '036000291452';

describe('an article number', () => {
  it.each([
    UPC,
    '0036000291452',
    '00036000291452',
    '36000291452',
    '(01)00036000291452',
    '0100036000291452',
    '010003600029145210LOT7',
    '01000360002914521727013110LOT7',
    ']C10100036000291452',
    ']E00036000291452',
    ']d20100036000291452',
    'https://id.gs1.org/01/00036000291452/10/LOT7',
    '\u001d0100036000291452\u001d10LOT7',
    '10LOT7\u001d0100036000291452',
  ])('is one in each length and within GS1 codes: %j', (scan) => {
    const codes = articleCodes(withoutScannerSigns(scan));
    expect(codes).toEqual(expect.arrayContaining([UPC, `0${UPC}`, `00${UPC}`]));
  });

  it('of eight digits is known with zeros before it', () => {
    for (const zeros of ['', '00000', '000000']) {
      expect(articleCodes(`${zeros}96385074`)).toContain('96385074');
    }
  });

  it.each(['SHIRT-1', '1234', '0100036000291453', '(10)00036000291452', '123456789012345'])(
    'is not guessed from %j',
    (text) => {
      expect(articleCodes(text)).toEqual([text]);
    },
  );
});
