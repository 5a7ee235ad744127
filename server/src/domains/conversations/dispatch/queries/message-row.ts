import type { ContentMessage } from '@parley/amf'
import type { Selectable, Updateable } from 'kysely'
import type { Tables } from '../../../../platform/db/tables.generated.ts'

export type MessageRow = Selectable<Tables['messages']>
/** The columns that an attempt may write. */
export type MessageColumns = Omit<Updateable<Tables['messages']>, 'due_at' | 'attempts' | 'crashes' | 'last_error'>

export const messageContentOf = ({ message }: MessageRow): ContentMessage => message as ContentMessage

export const messageKeyOf = ({ asid, message_key }: MessageRow) => ({ asid, messageKey: message_key })
