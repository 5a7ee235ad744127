import { createSendApiWire } from './meta-send-api.ts'

export const instagramWire = createSendApiWire('socialC')
