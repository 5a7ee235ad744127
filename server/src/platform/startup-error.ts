/** A start that cannot succeed as things are. The message is a sentence for the person at the terminal: what to do. */
export class StartupError extends Error {}
