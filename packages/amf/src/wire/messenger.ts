import { createSendApiWire } from './meta-send-api.ts'

export const messengerWire = createSendApiWire('messengerB')
