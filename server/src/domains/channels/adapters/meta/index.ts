import type { Adapter } from '../../adapter.ts'
import { instagram } from './instagram.ts'
import { messenger } from './messenger.ts'
import { whatsapp } from './whatsapp/adapter.ts'

/** The channels of Meta: messengerA, messengerB and socialC. */
export const metaAdapters: readonly Adapter[] = [whatsapp, messenger, instagram]
