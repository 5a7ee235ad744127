import type { Adapter } from '../../adapter.ts'
import { instagramAdapter } from './instagram.ts'
import { messengerAdapter } from './messenger.ts'
import { whatsappAdapter } from './whatsapp/index.ts'

/** The channels of Meta: messengerA, messengerB and socialC. */
export const metaAdapters: readonly Adapter[] = [whatsappAdapter, messengerAdapter, instagramAdapter]
