/** Objects made from texts: one for each text, kept only while it is used. */
export class SharedByText<Made extends object> {
  private readonly byText = new Map<string, Made>();
  private readonly uses = new Map<Made, { text: string; count: number }>();

  constructor(private readonly make: (text: string) => Made) {}

  /** Finds the object of a text, the same one for all callers, or makes it. */
  take(text: string): Made {
    const known = this.byText.get(text);
    const use = known && this.uses.get(known);
    if (known !== undefined && use !== undefined) {
      use.count += 1;
      return known;
    }
    const made = this.make(text);
    this.byText.set(text, made);
    this.uses.set(made, { text, count: 1 });
    return made;
  }

  /** Ends one use of an object. */
  release(made: Made): void {
    const use = this.uses.get(made);
    if (use === undefined) return;
    use.count -= 1;
    if (use.count > 0) return;
    this.uses.delete(made);
    this.byText.delete(use.text);
  }
}
