import type { AdapterBinding, AdapterTools, ProviderCall } from '../../adapter.ts'
import { verifyAppleToken } from './token.ts'

export async function verify(
  { headers }: ProviderCall,
  { auth }: AdapterBinding,
  { world }: AdapterTools,
): Promise<string | undefined> {
  const [, token] = /^bearer ([\w.-]+)$/i.exec(headers.authorization ?? '') ?? []
  if (!token) return 'there is no token'
  if (!(await verifyAppleToken(token, auth, world.now())))
    return 'the token is not of the provider secret, or not of now'
  if (headers['destination-id'] !== auth.businessId) return 'it is for another business'
  return undefined
}
