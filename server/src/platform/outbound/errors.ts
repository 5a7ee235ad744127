/** A call that our own rules forbid; the message names the rule, and reveals nothing about what a name resolved to. */
export class OutboundBlockedError extends Error {}

/** A call without a complete response, with a short reason and, if there is one, the code of the cause. */
export class OutboundFailedError extends Error {
  readonly code: string | undefined
  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

export class ResponseTooLargeError extends Error {}

const errorMessages: Record<string, string> = {
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be looked up',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
  ETIMEDOUT: 'the host did not respond in time',
  UND_ERR_CONNECT_TIMEOUT: 'the host did not respond in time',
  UND_ERR_HEADERS_TIMEOUT: 'the host did not respond in time',
  UND_ERR_BODY_TIMEOUT: 'the host did not respond in time',
}

/** Converts an error of fetch by its cause. Omits the cause's message, which contains the address behind the name. */
export function toOutboundError(error: unknown): Error {
  const chain = causesOf(error)
  const own = chain.find((one) => one instanceof OutboundBlockedError || one instanceof OutboundFailedError)
  if (own) return own
  const code = chain.map((one) => (one as { code?: unknown }).code).find((one) => typeof one === 'string')
  return new OutboundFailedError(errorMessages[code ?? ''] ?? `the call failed${code ? ` (${code})` : ''}`, code)
}

function causesOf(error: unknown): Error[] {
  const chain: Error[] = []
  for (let one = error; one instanceof Error && chain.length < 5; one = one.cause) chain.push(one)
  return chain
}
