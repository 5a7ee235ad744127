import { z } from 'zod'
import { type ToolAdapter, type ToolCall, ToolError, type ToolErrorKind } from '../../adapter.ts'
import { callToolProvider, omitEmpty, parseResponse, type ToolProvider, toProviderError } from '../provider.ts'

const GraphqlError = z.object({
  message: z.string(),
  extensions: z.object({ code: z.string().optional() }).optional(),
})
/** GraphQL errors come as a list, with status 200; errors of the HTTP layer as a text. */
const ErrorBody = z.object({ errors: z.union([z.string(), z.array(GraphqlError).min(1)]) })

const errorKinds: Record<string, ToolErrorKind> = {
  THROTTLED: 'rateLimited',
  ACCESS_DENIED: 'unauthorized',
  SHOP_INACTIVE: 'failed',
  INTERNAL_SERVER_ERROR: 'failed',
}

const shopify: ToolProvider = {
  name: 'Shopify',
  fixCredentials: 'Enter a valid Admin API access token of this shop in the settings of the tool.',
  fixPermission:
    'Give the Shopify app the read_orders and read_fulfillments scopes and access to protected customer data (email).',
  explain(body) {
    const errors = ErrorBody.safeParse(body).data?.errors
    return typeof errors === 'string' ? errors : errors?.[0]?.message
  },
  classify(status, body) {
    if (status >= 300) return undefined
    const errors = ErrorBody.safeParse(body).data?.errors
    const code = typeof errors === 'string' ? undefined : errors?.[0]?.extensions?.code
    return errorKinds[code ?? ''] ?? 'invalid'
  },
}

/** The API version that Parley was built for; Shopify supports each one for at least a year. */
const defaultApiVersion = '2026-10'

const ordersQuery = `query Orders($filter: String!) {
  orders(first: 10, query: $filter, sortKey: CREATED_AT, reverse: true) {
    nodes {
      name
      email
      createdAt
      cancelledAt
      displayFinancialStatus
      displayFulfillmentStatus
      currentTotalPriceSet { shopMoney { amount currencyCode } }
      lineItems(first: 20) { nodes { title currentQuantity } }
      fulfillments(first: 10) {
        displayStatus
        estimatedDeliveryAt
        deliveredAt
        trackingInfo(first: 5) { company number url }
      }
    }
  }
}`

const text = z.string().nullish()
const Fulfillment = z.object({
  displayStatus: text,
  estimatedDeliveryAt: text,
  deliveredAt: text,
  trackingInfo: z.array(z.object({ company: text, number: text, url: text })).nullish(),
})
const Order = z.object({
  name: z.string(),
  email: text,
  createdAt: text,
  cancelledAt: text,
  displayFinancialStatus: text,
  displayFulfillmentStatus: text,
  currentTotalPriceSet: z.object({ shopMoney: z.object({ amount: z.string(), currencyCode: z.string() }) }).nullish(),
  lineItems: z.object({ nodes: z.array(z.object({ title: z.string(), currentQuantity: z.int() })) }).nullish(),
  fulfillments: z.array(Fulfillment).nullish(),
})
type Order = z.output<typeof Order>
const Found = z.object({ data: z.object({ orders: z.object({ nodes: z.array(Order) }) }) })

type ShopifyConfig = { shopDomain: string; apiVersion?: string; daysBack?: number }
type ShopifyParameters = { name: string; email: string }

export const shopifyAdapter: ToolAdapter = {
  toolId: '@svc/tool.shopify-order-lookup',
  baseUrl: (config) => `https://${shopDomainOf(config)}`,
  sideEffects: false,
  async call(call) {
    const { apiVersion = defaultApiVersion } = call.config as ShopifyConfig
    const response = await callToolProvider(shopify, call, {
      method: 'POST',
      path: `/admin/api/${apiVersion}/graphql.json`,
      headers: { 'x-shopify-access-token': call.secrets.accessToken ?? '' },
      json: { query: ordersQuery, variables: { filter: toFilter(call) } },
    })
    const body = parseResponse(shopify, z.union([ErrorBody, Found]), response)
    if ('errors' in body) throw toProviderError(shopify, call, response)
    const order = body.data.orders.nodes.find((one) => matches(one, call.with as ShopifyParameters))
    return order ? toOrderResult(order) : { found: false }
  },
}

/** Shopify's search syntax, in which a value between quotes escapes quotes and backslashes. */
function toFilter({ with: given, config, now }: ToolCall): string {
  const { name, email } = given as ShopifyParameters
  const { daysBack } = config as ShopifyConfig
  const quote = (value: string) => `"${value.replace(/["\\]/g, '\\$&')}"`
  const terms = [`name:${quote(normalizeName(name))}`, `email:${quote(email.trim())}`]
  if (daysBack) terms.push(`created_at:>=${quote(new Date(now.getTime() - daysBack * 86_400_000).toISOString())}`)
  return terms.join(' AND ')
}

/** The search also finds similar orders; only someone who knows both number and address may see one. */
function matches(order: Order, { name, email }: ShopifyParameters): boolean {
  const sameName = normalizeName(order.name) === normalizeName(name)
  return sameName && order.email?.trim().toLowerCase() === email.trim().toLowerCase()
}

/** People leave out the number sign that Shopify puts before most order numbers. */
function normalizeName(name: string): string {
  return name.trim().replace(/^#\s*/, '').toLowerCase()
}

function toOrderResult(order: Order): object {
  const { shopMoney } = order.currentTotalPriceSet ?? {}
  return {
    found: true,
    name: order.name,
    ...omitEmpty({
      createdAt: order.createdAt,
      cancelledAt: order.cancelledAt,
      paymentStatus: order.displayFinancialStatus,
      fulfillmentStatus: order.displayFulfillmentStatus,
      total: shopMoney && `${shopMoney.amount} ${shopMoney.currencyCode}`,
    }),
    items: (order.lineItems?.nodes ?? []).map(({ title, currentQuantity }) => ({ title, quantity: currentQuantity })),
    shipments: (order.fulfillments ?? []).map(({ displayStatus, trackingInfo, ...dates }) => ({
      ...omitEmpty({ status: displayStatus, ...dates }),
      tracking: (trackingInfo ?? []).map(omitEmpty),
    })),
  }
}

/** Part of the address, so any other host would receive the token. */
function shopDomainOf(config: Record<string, unknown>): string {
  const { shopDomain } = config as ShopifyConfig
  if (/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/i.test(shopDomain)) return shopDomain.toLowerCase()
  const advice = 'Enter the domain that ends in .myshopify.com in the settings of the tool.'
  throw new ToolError('invalid', `"${shopDomain}" is not a Shopify domain. ${advice}`)
}
