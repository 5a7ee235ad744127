import { DispatchFailedError } from '../../adapter.ts'
import { type Fields, readFields } from '../payload-reader.ts'

/** What the rendering, or a native part of an agent, wants to have sent. */
export function requireNativeBody(native: unknown): Fields {
  const body = readFields(native)
  if (Object.keys(body).length === 0)
    throw new DispatchFailedError('rejected', 'there is nothing in it that Meta could send')
  return body
}
