import type { Paint } from '../../../text/paint.ts'

/** How wide things are drawn, and with which colours. */
export type Style = { columns: number; paint: Paint }
