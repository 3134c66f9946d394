// `node bench/figures.js`: writes the figures of bench/figures.json into the pages that quote them.
import { readFigures } from './report/figures-file.js';
import { writePages } from './report/pages.js';

writePages(readFigures());
