/** What was started and has to end, in the reverse order. */
export class Scope {
  #ends = [];

  /** @param {() => unknown} end called once, when the scope is closed */
  defer(end) {
    this.#ends.push(end);
  }

  async close() {
    while (this.#ends.length > 0) await this.#ends.pop()();
  }
}
