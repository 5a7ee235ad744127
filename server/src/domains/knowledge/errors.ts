/** A source that will never be read as it is: the sentence says why, to whoever added it. */
export class UnreadableSourceError extends Error {}

/** A source that could not be read just now. */
export class SourceUnavailableError extends Error {}
