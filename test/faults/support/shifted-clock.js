// Preloaded into a process (--import) whose clock is to be wrong by CLOCK_SHIFT_MS.
const shiftMs = Number(process.env.CLOCK_SHIFT_MS);
const TrueDate = Date;

globalThis.Date = class extends TrueDate {
  constructor(...args) {
    if (args.length === 0) super(TrueDate.now() + shiftMs);
    else super(...args);
  }

  static now() {
    return TrueDate.now() + shiftMs;
  }
};
