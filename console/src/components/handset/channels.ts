import type { Channel } from '@parley/amf/channels'
import { strings } from '#i18n/handset.ts'

export const handsetChannelNames: Readonly<Record<Channel, string>> = strings.channels
