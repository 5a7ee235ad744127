import { z } from 'zod'
import { readProviderId, readProviderText } from './payload-reader.ts'

/** What stands in the bodies of providers, as `read.ts` reads it. */

export const ProviderId = z.string().refine((value) => readProviderId(value) !== undefined)
export const ProviderText = z.string().transform((value) => readProviderText(value) ?? '')
