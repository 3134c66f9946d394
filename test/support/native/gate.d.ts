type DefineTest = (title: string, test: () => Promise<void> | void, limitMs?: number) => void;

export declare function inTurn<T>(things: readonly T[], parts?: number): readonly T[];
export declare function ofKit<T>(things: readonly T[]): readonly T[];
export declare const itBeforeRelease: DefineTest & { concurrent: DefineTest };
