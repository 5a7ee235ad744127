import { DispatchFailedError } from '../../adapter.ts'

/** The person closed the conversation; Apple accepts no messages until they write again. */
export function toClosedFailure(): DispatchFailedError {
  return new DispatchFailedError('unreachable', 'The person closed the conversation')
}

/** A file could not be uploaded or downloaded; a later attempt may succeed. */
export function toFileFailure(detail: string): DispatchFailedError {
  return new DispatchFailedError('providerError', detail, { retry: 'later' })
}
