/** Stands for an item of a long list that holds more values than one item may; it was not parsed. */
export class OversizedItem {}

export const maxItemValues = 10_000
