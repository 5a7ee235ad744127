import { DispatchFailed } from '../../adapter.ts'
import { type Fields, fieldsOf } from '../read.ts'

/** What the rendering, or a native part of an agent, wants to have sent. */
export function bodyOf(native: unknown): Fields {
  const body = fieldsOf(native)
  if (Object.keys(body).length === 0)
    throw new DispatchFailed('rejected', 'there is nothing in it that Meta could send')
  return body
}
