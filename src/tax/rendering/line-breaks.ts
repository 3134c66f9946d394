import LineBreaker from 'linebreak';

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Breaks a text into lines: between words, and within those that fit no line. */
export function* linesOf(text: string, fits: (line: string) => boolean): Generator<string, void> {
  let line = '';
  for (const { word, isLast } of wordsOf(text)) {
    if (line !== '' && !fits(line + word) && fits(word)) {
      yield endOf(line);
      line = '';
    }
    line += word;
    while (line !== '' && !fits(line)) {
      const head = longestHead(line, fits);
      yield head;
      line = line.slice(head.length);
    }
    if (isLast) {
      yield endOf(line);
      line = '';
    }
  }
  if (line !== '') yield endOf(line);
}

/** Splits a text into words with the spaces behind them. */
function* wordsOf(text: string): Generator<{ word: string; isLast: boolean }, void> {
  const breaks = new LineBreaker(text);
  let start = 0;
  for (let next = breaks.nextBreak(); next !== null; next = breaks.nextBreak()) {
    yield { word: text.slice(start, next.position), isLast: next.required };
    start = next.position;
  }
}

/** Returns the longest beginning that fits, but at least one grapheme. */
function longestHead(text: string, fits: (line: string) => boolean): string {
  const ends = Array.from(GRAPHEMES.segment(text), ({ index, segment }) => index + segment.length);
  let [fitting, tooLong] = [0, ends.length - 1];
  while (tooLong - fitting > 1) {
    const middle = (fitting + tooLong) >> 1;
    if (fits(text.slice(0, ends[middle]))) fitting = middle;
    else tooLong = middle;
  }
  return text.slice(0, ends[fitting]);
}

/** Ends a line: its last space takes no room, and a soft hyphen shows there only. */
function endOf(line: string): string {
  return line.trimEnd().replace(/\u00ad$/, '-');
}
