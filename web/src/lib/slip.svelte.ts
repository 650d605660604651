// The slip that is being marked at a keno board: the board writes it, and the rail buys it.
export const slip = $state<{ text: string | undefined; count: number }>({ text: undefined, count: 1 });
