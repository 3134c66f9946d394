import { Html } from '../html.js';

/** The order lifecycle as a drawing in the colors of the page. Written by `npm run life-diagram -- write`. */
export const LIFE_DIAGRAM =
  new Html(`<svg class="life" viewBox="0 0 490 494" width="490" role="img" aria-label="An order from awaiting_payment to its end; the table below has the same in words.">
<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">
<path d="M0 0 8 4 0 8Z"/></marker></defs>
<path class="arrow" d="M218.7 36.0 Q281.6 57.0 281.6 76.0 Q281.6 95.0 281.6 114.0 Q281.6 133.0 239.7 154.0" marker-end="url(#arrow)"/>
<path class="arrow" d="M169.4 36.0 Q171.3 57.0 171.3 78.0" marker-end="url(#arrow)"/>
<path class="arrow" d="M135.5 36.0 Q95.5 57.0 95.5 76.0 Q95.5 95.0 95.5 114.0 Q95.5 133.0 95.5 152.0 Q95.5 171.0 95.5 190.0 Q95.5 209.0 76.5 230.0" marker-end="url(#arrow)"/>
<path class="arrow" d="M166.1 179.8 Q34.7 209.0 49.3 230.0" marker-end="url(#arrow)"/>
<path class="arrow" d="M205.8 188.0 Q205.8 209.0 205.8 230.0" marker-end="url(#arrow)"/>
<path class="arrow" d="M245.4 177.2 Q448.4 209.0 448.4 228.0 Q448.4 247.0 448.4 266.0 Q448.4 285.0 286.5 315.5" marker-end="url(#arrow)"/>
<path class="arrow" d="M284.9 240.0 C310.9 225.0 310.9 269.0 284.9 254.0" marker-end="url(#arrow)"/>
<path class="arrow" d="M224.1 264.0 Q246.8 285.0 246.8 306.0" marker-end="url(#arrow)"/>
<path class="arrow" d="M187.4 264.0 Q164.7 285.0 210.1 306.0" marker-end="url(#arrow)"/>
<path class="arrow" d="M239.9 340.0 Q231.5 361.0 231.5 382.0" marker-end="url(#arrow)"/>
<path class="arrow" d="M284.3 340.0 Q330.7 361.0 330.7 380.0 Q330.7 399.0 330.7 418.0 Q330.7 437.0 284.3 458.0" marker-end="url(#arrow)"/>
<path class="arrow" d="M231.5 416.0 Q231.5 437.0 239.9 458.0" marker-end="url(#arrow)"/>
<path class="arrow" d="M290.4 468.0 C316.4 453.0 316.4 497.0 290.4 482.0" marker-end="url(#arrow)"/>
<path class="arrow" d="M171.3 112.0 Q171.3 133.0 190.3 154.0" marker-end="url(#arrow)"/>
<text class="event" x="281.6" y="95.0">paid</text>
<text class="event" x="171.3" y="57.0">not paid in time</text>
<text class="event" x="95.5" y="133.0">cancelled</text>
<text class="event" x="34.7" y="209.0">cancelled</text>
<text class="event" x="205.8" y="209.0">part shipped</text>
<text class="event" x="448.4" y="247.0">all shipped</text>
<text class="event" x="346.5" y="247.0">part shipped</text>
<text class="event" x="246.8" y="285.0">all shipped</text>
<text class="event" x="164.7" y="285.0">closed</text>
<text class="event" x="231.5" y="361.0">delivered</text>
<text class="event" x="330.7" y="399.0">came back</text>
<text class="event" x="231.5" y="437.0">came back</text>
<text class="event" x="338.8" y="475.0">refunded</text>
<text class="event" x="171.3" y="133.0">paid</text>
<g class="status"><rect x="92.7" y="2.0" width="150.4" height="34.0" rx="8"/><text x="167.9" y="19.0">awaiting_payment</text></g>
<g class="status"><rect x="166.1" y="154.0" width="79.3" height="34.0" rx="8"/><text x="205.8" y="171.0">pending</text></g>
<g class="status"><rect x="131.7" y="78.0" width="79.3" height="34.0" rx="8"/><text x="171.3" y="95.0">expired</text></g>
<g class="status final"><rect x="13.5" y="230.0" width="95.1" height="34.0" rx="8"/><text x="61.0" y="247.0">cancelled</text></g>
<g class="status"><rect x="126.6" y="230.0" width="158.3" height="34.0" rx="8"/><text x="205.8" y="247.0">partially_shipped</text></g>
<g class="status"><rect x="207.2" y="306.0" width="79.3" height="34.0" rx="8"/><text x="246.8" y="323.0">shipped</text></g>
<g class="status"><rect x="183.9" y="382.0" width="95.1" height="34.0" rx="8"/><text x="231.5" y="399.0">delivered</text></g>
<g class="status final"><rect x="203.2" y="458.0" width="87.2" height="34.0" rx="8"/><text x="246.8" y="475.0">returned</text></g>
</svg>`);
