import type { Paint } from '../../../text/paint.ts'

export type ChatStyle = { columns: number; paint: Paint }
