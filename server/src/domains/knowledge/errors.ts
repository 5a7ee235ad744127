/** The source cannot be read as it is, so a retry is pointless. The message is shown to the person who added it. */
export class UnreadableSourceError extends Error {}

export class SourceUnavailableError extends Error {}
