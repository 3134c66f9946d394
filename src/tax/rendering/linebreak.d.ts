declare module 'linebreak' {
  interface Break {
    /** Where the next line may begin. */
    position: number;
    /** True: it has to begin here. */
    required: boolean;
  }

  /** Finds where lines may begin, as Unicode's annex 14 says. */
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): Break | null;
  }
}
