import { sendApi } from './meta-send-api.ts'

export const instagram = sendApi('socialC')
