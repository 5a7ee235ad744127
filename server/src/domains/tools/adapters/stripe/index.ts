import { z } from 'zod'
import { type ToolAdapter, type ToolCall, ToolError } from '../../adapter.ts'
import { callToolProvider, parseResponse, type ToolProvider } from '../provider.ts'

const ErrorBody = z.object({ error: z.object({ message: z.string(), param: z.string().optional() }) })

const stripe: ToolProvider = {
  name: 'Stripe',
  fixCredentials: 'Enter a valid restricted key of the Stripe account in the settings of the tool.',
  fixPermission: 'Give the restricted key write access to Payment Links and read access to Prices.',
  explain(body) {
    const error = ErrorBody.safeParse(body).data?.error
    return error && (error.param ? `${error.param}: ${error.message}` : error.message)
  },
}

/** Keeps the shape of requests and responses when Stripe raises the default version of the account. */
const stripeVersion = '2024-06-20'

const PaymentLink = z.object({ id: z.string(), url: z.url(), livemode: z.boolean().optional() })

type LineItem = { price: string; quantity: number }
type StripeParameters = { line_items: LineItem[]; metadata?: Record<string, string> }
type StripeConfig = { afterPaymentUrl?: string; allowedPrices?: string[]; allowPromotionCodes?: boolean }

export const stripeAdapter: ToolAdapter = {
  toolId: '@svc/tool.stripe-payment-link',
  baseUrl: () => 'https://api.stripe.com',
  sideEffects: true,
  idempotent: true,
  async call(call) {
    const response = await callToolProvider(stripe, call, {
      method: 'POST',
      path: '/v1/payment_links',
      headers: {
        authorization: `Bearer ${call.secrets.secretKey}`,
        'idempotency-key': call.idempotencyKey,
        'stripe-version': stripeVersion,
      },
      form: toPaymentLinkForm(call),
    })
    const { id, url, livemode } = parseResponse(stripe, PaymentLink, response)
    return { id, url, ...(livemode !== undefined && { livemode }) }
  },
}

function toPaymentLinkForm({ with: given, config }: ToolCall): URLSearchParams {
  const { line_items: items, metadata = {} } = given as StripeParameters
  const { afterPaymentUrl, allowedPrices, allowPromotionCodes } = config as StripeConfig
  const form = new URLSearchParams()
  for (const [index, { price, quantity }] of items.entries()) {
    if (allowedPrices && !allowedPrices.includes(price)) throw priceNotAllowed(price, allowedPrices)
    form.set(`line_items[${index}][price]`, price)
    form.set(`line_items[${index}][quantity]`, String(quantity))
  }
  for (const [key, value] of Object.entries(metadata)) form.set(`metadata[${checkMetadataKey(key)}]`, value)
  if (afterPaymentUrl) {
    form.set('after_completion[type]', 'redirect')
    form.set('after_completion[redirect][url]', afterPaymentUrl)
  }
  if (allowPromotionCodes) form.set('allow_promotion_codes', 'true')
  return form
}

function priceNotAllowed(price: string, allowed: readonly string[]): ToolError {
  const advice = `Use one of the allowed prices: ${allowed.slice(0, 10).join(', ') || 'none'}.`
  return new ToolError('invalid', `The agent may not sell the price "${price.slice(0, 100)}". ${advice}`)
}

/** Brackets in a key would write another field of the form. */
function checkMetadataKey(key: string): string {
  if (/^[^[\]]{1,40}$/.test(key)) return key
  const rule = 'A metadata key has 1 to 40 characters and no square brackets.'
  throw new ToolError('invalid', `"${key.slice(0, 40)}" cannot be a metadata key. ${rule}`)
}
