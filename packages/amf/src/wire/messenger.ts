import { sendApi } from './meta-send-api.ts'

export const messenger = sendApi('messengerB')
