import { isUrlTemplate, trackingUrlOf } from './tracking-url.js';

describe('the template of a tracking page', () => {
  it.each([
    'https://track.example.com/{tracking_number}',
    'https://track.example.com/find?awb={tracking_number}&lang=en',
  ])('may be %s', (template) => {
    expect(isUrlTemplate(template)).toBe(true);
  });

  it.each([
    'https://track.example.com/',
    'http://track.example.com/{tracking_number}',
    'https://{tracking_number}.example.com/',
    'https://track.example.com{tracking_number}/',
    'https://track.example.com@{tracking_number}/',
    'https://track.example.com/{tracking_number}/{tracking_number}',
    'javascript:alert(1)//{tracking_number}',
  ])('must not be %s', (template) => {
    expect(isUrlTemplate(template)).toBe(false);
  });

  it('gets the number as a part of an address', () => {
    const template = 'https://track.example.com/find?awb={tracking_number}';
    expect(trackingUrlOf(template, 'A $& 1')).toBe(
      'https://track.example.com/find?awb=A%20%24%26%201',
    );
  });
});
