/** What pino has, as far as it is used here. */
export type WorkLog = Record<'warn' | 'error', (fields: object, message: string) => void>
