import type { Paint } from '../../../text/paint.ts'

/** How wide things are drawn, and with which colours. */
export type ChatStyle = { columns: number; paint: Paint }
