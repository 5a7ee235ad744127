/** A document like those of large services: cycles, combined schemas, forms, path parameters, long descriptions. */

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: object) => ({ 'application/json': { schema } })
const longText = 'Returns the objects of the account, newest first, with everything that belongs to them. '.repeat(40)

const limit = (maximum: number) => ({ name: 'limit', in: 'query', schema: { type: 'integer', maximum } })

function buildResource(n: number): Record<string, object> {
  const responses = { 200: { description: 'OK', content: json(ref(`Customer${n}`)) }, default: ref('Error') }
  return {
    [`/accounts/{account}/customers${n}`]: {
      parameters: [{ $ref: '#/components/parameters/Account' }, limit(10)],
      get: { operationId: `ListCustomers${n}`, description: longText, parameters: [limit(100)], responses },
      post: {
        operationId: `CreateCustomer${n}`,
        description: longText,
        requestBody: { required: true, content: json(ref(`Customer${n}`)) },
        responses,
      },
    },
    [`/accounts/{account}/customers${n}/{id}`]: {
      parameters: [
        { $ref: '#/components/parameters/Account' },
        { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^cus_[a-z0-9]+$' } },
      ],
      post: {
        operationId: `UpdateCustomer${n}`,
        description: longText,
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: { type: 'object', properties: { email: { type: 'string' }, tags: { type: 'array', items: {} } } },
            },
          },
        },
        responses,
      },
      get: {
        operationId: `SearchOrders${n}`,
        description: longText,
        parameters: [{ name: 'status', in: 'query', schema: { type: 'array', items: { enum: ['open', 'paid'] } } }],
        responses,
      },
    },
  }
}

function buildSchemas(n: number): Record<string, object> {
  return {
    [`Base${n}`]: { type: 'object', required: ['email'], properties: { email: { type: 'string', format: 'email' } } },
    [`Customer${n}`]: {
      allOf: [
        ref(`Base${n}`),
        {
          type: 'object',
          properties: {
            kind: { type: 'string', enum: ['person', 'company'] },
            phone: { type: 'string', nullable: true, description: longText },
            note: { type: ['string', 'null'] },
            parent: ref(`Customer${n}`),
            orders: { type: 'array', items: ref(`Order${n}`) },
            source: { oneOf: [ref(`Card${n}`), { type: 'string' }] },
            owner: { anyOf: [{ type: 'string' }, ref(`Customer${(n + 1) % 300}`)] },
            metadata: { type: 'object', additionalProperties: { type: 'string' } },
          },
        },
      ],
    },
    [`Order${n}`]: {
      type: 'object',
      properties: { id: { type: 'string' }, customer: ref(`Customer${n}`), card: ref(`Card${n}`) },
    },
    [`Card${n}`]: { type: 'object', properties: { number: { type: 'string' }, holder: ref(`Customer${n}`) } },
  }
}

export function buildLargeDocument({ resources }: { resources: number }) {
  const all = Array.from({ length: resources }, (_, n) => n)
  return {
    openapi: '3.1.0',
    info: { title: 'A large service', version: '2', description: longText.repeat(10) },
    servers: [
      {
        url: 'https://{region}.api.example.com/{version}/',
        variables: { region: { default: 'eu', enum: ['eu', 'us'] }, version: { default: 'v2' } },
      },
      { url: 'https://sandbox.example.com' },
    ],
    paths: Object.assign({}, ...all.map(buildResource)) as Record<string, object>,
    components: {
      parameters: { Account: { name: 'account', in: 'path', required: true, schema: { type: 'string' } } },
      schemas: { Error: { type: 'object' }, ...(Object.assign({}, ...all.map(buildSchemas)) as object) },
    },
  }
}
