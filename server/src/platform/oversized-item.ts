/** Placeholder for an item of a long list that has more values than allowed; it was not parsed. */
export class OversizedItem {}

export const maxItemValues = 10_000
