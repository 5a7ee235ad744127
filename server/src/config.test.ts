import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

const SMTP_URL = 'smtp://mail.example.com'
const address = 'bookings@example.com'

const senders: [written: string, from: object][] = [
  [address, { address }],
  [` ${address} `, { address }],
  [`<${address}>`, { address }],
  [`Harbour Bikes <${address}>`, { address, name: 'Harbour Bikes' }],
  [`"Bikes, Harbour" <${address}>`, { address, name: 'Bikes, Harbour' }],
  [`Müller & Söhne<${address}>`, { address, name: 'Müller & Söhne' }],
]
for (const [MAIL_FROM, from] of senders) {
  test(`MAIL_FROM can be written as ${MAIL_FROM}`, () => {
    assert.deepEqual(readConfig({ SMTP_URL, MAIL_FROM }).mail, { smtpUrl: SMTP_URL, from })
  })
}

const noSenders = [
  ...['Harbour Bikes', 'a@b', `${address}, other@example.com`, `${address}\nBcc: other@example.com`],
  ...[`Harbour\nBcc: other@example.com <${address}>`, `A <other@example.com> <${address}>`, 'Harbour <>', '<'],
  ...[`${'x'.repeat(201)} <${address}>`, `${'x'.repeat(250)}@example.com`],
]
for (const MAIL_FROM of noSenders) {
  test(`MAIL_FROM cannot be ${JSON.stringify(MAIL_FROM.slice(0, 60))}`, () => {
    assert.throws(() => readConfig({ SMTP_URL, MAIL_FROM }), {
      constructor: ConfigError,
      message: /^MAIL_FROM must be /,
    })
  })
}

for (const smtpUrl of ['smtps://user:p%40ss@mail.example.com:465?requireTLS=true', 'smtp://[::1]:2525']) {
  test(`SMTP_URL can be ${smtpUrl}`, () => {
    assert.equal(readConfig({ SMTP_URL: smtpUrl, MAIL_FROM: address }).mail?.smtpUrl, smtpUrl)
  })
}

for (const smtpUrl of [
  'smtp://',
  'smtp:hidden',
  'smtp://u:hidden@',
  'smtp://u:hidden@a b',
  'imap://u:hidden@mail',
  'hidden',
]) {
  test(`SMTP_URL cannot be ${smtpUrl}, and the error does not repeat it`, () => {
    assert.throws(
      () => readConfig({ SMTP_URL: smtpUrl, MAIL_FROM: address }),
      (error: Error) =>
        error instanceof ConfigError && /^SMTP_URL must be /.test(error.message) && !/hidden/.test(error.message),
    )
  })
}

test('SMTP_URL and MAIL_FROM require each other, and without both mail is off', () => {
  assert.equal(readConfig({}).mail, undefined)
  assert.equal(readConfig({ SMTP_URL: '', MAIL_FROM: '' }).mail, undefined)
  for (const half of [{ SMTP_URL }, { MAIL_FROM: address }])
    assert.throws(() => readConfig(half), { constructor: ConfigError, message: /SMTP_URL and MAIL_FROM go together/ })
})

test('the mail providers are called at their public addresses by default', () => {
  assert.deepEqual(readConfig({}).mailApis, {
    mailgun: 'https://api.mailgun.net',
    sendgrid: 'https://api.sendgrid.com',
  })
  const settings = { MAILGUN_URL: 'https://api.eu.mailgun.net/', SENDGRID_URL: 'https://api.eu.sendgrid.com' }
  assert.deepEqual(readConfig(settings).mailApis, {
    mailgun: 'https://api.eu.mailgun.net',
    sendgrid: 'https://api.eu.sendgrid.com',
  })
  for (const name of ['MAILGUN_URL', 'SENDGRID_URL'])
    assert.throws(() => readConfig({ [name]: 'api.eu' }), {
      constructor: ConfigError,
      message: new RegExp(`^${name} must be a URL `),
    })
})

const labs: [env: Record<string, string>, lab: boolean][] = [
  [{}, true],
  [{ NODE_ENV: 'development' }, true],
  [{ NODE_ENV: 'production' }, false],
  [{ NODE_ENV: 'production', LAB: 'on' }, true],
  [{ LAB: 'off' }, false],
]
for (const [env, lab] of labs) {
  test(`the handset lab is ${lab ? 'on' : 'off'} with ${JSON.stringify(env)}`, () => {
    assert.equal(readConfig(env).lab, lab)
  })
}

test('the embedded model is the default for every task', () => {
  const embedded = { provider: 'embedded' }
  assert.deepEqual(readConfig({ OPENAI_API_KEY: 'unused' }).models, {
    turn: embedded,
    judge: embedded,
    author: embedded,
  })
  const openai = { provider: 'openai', model: 'gpt-5', key: 'the-key', baseUrl: 'http://127.0.0.1:9/v1' }
  const set = { MODEL: 'openai:gpt-5', OPENAI_API_KEY: 'the-key', MODEL_BASE_URL: 'http://127.0.0.1:9/v1/' }
  assert.deepEqual(readConfig({ ...set, JUDGE_MODEL: 'embedded' }).models, {
    turn: openai,
    judge: embedded,
    author: openai,
  })
})

const wrongModels: [env: Record<string, string>, message: RegExp][] = [
  [{ MODEL: 'gpt-5' }, /^MODEL must be openai:<model>.*; got "gpt-5"\. Example: MODEL=/],
  [{ MODEL: 'openai:gpt-5' }, /^MODEL=openai:gpt-5 needs OPENAI_API_KEY\.$/],
  [
    { MODEL: 'openai:gpt-5', OPENAI_API_KEY: 'hid den' },
    /^OPENAI_API_KEY must be a key without spaces; got a value that is not shown/,
  ],
  [{ MODEL_BASE_URL: 'http://u:hidden@127.0.0.1/v1' }, /^MODEL_BASE_URL must be .*; got a value that is not shown/],
]
for (const [env, message] of wrongModels) {
  test(`the start stops with ${message.source} and repeats no key`, () => {
    assert.throws(
      () => readConfig(env),
      (error: Error) => error instanceof ConfigError && message.test(error.message) && !/hid/.test(error.message),
    )
  })
}

test('BATCH_RATES sets the rates agreed with providers', () => {
  assert.deepEqual(readConfig({}).batchRates, {})
  assert.deepEqual(readConfig({ BATCH_RATES: 'google-rbm=300, lab=0.5' }).batchRates, { 'google-rbm': 300, lab: 0.5 })
})
for (const BATCH_RATES of ['lab', 'lab=', '=5', 'lab=0', 'lab=fast', 'lab=-1', 'lab=1e9', 'lab=5=6', 'lab=5,']) {
  test(`BATCH_RATES cannot be ${BATCH_RATES}`, () => {
    assert.throws(() => readConfig({ BATCH_RATES }), { constructor: ConfigError, message: /^BATCH_RATES must be / })
  })
}

const wrongSettings: [setting: Record<string, string>, says: RegExp][] = [
  [{ PORT: '70000' }, /PORT .* Example/],
  [{ ROLES: 'api,king' }, /ROLES .* api, gateway, worker.* Example: ROLES=api,gateway/],
  [{ DATABASE_URL: 'mysql://x:topsecret@y/z' }, /DATABASE_URL .* Example: DATABASE_URL=postgres:/],
  [{ SMTP_URL: 'https://x:topsecret@y', MAIL_FROM: 'a@example.com' }, /SMTP_URL .* Example: SMTP_URL=smtps:/],
  [{ SMTP_URL: 'smtp://x:topsecret@y' }, /SMTP_URL and MAIL_FROM go together/],
  [{ OIDC_ISSUER: 'https://login.example.com' }, /OIDC_ISSUER and OIDC_CLIENT_ID go together/],
  [{ OIDC_CLIENT_SECRET: 'topsecret' }, /OIDC_CLIENT_SECRET needs OIDC_ISSUER and OIDC_CLIENT_ID/],
  [{ PORT: '4000', GATEWAY_PORT: '4000' }, /two different ports/],
]
for (const [setting, says] of wrongSettings) {
  test(`${JSON.stringify(setting)} is refused with a sentence that repeats no secret`, () => {
    assert.throws(
      () => readConfig(setting),
      (error: Error) =>
        error instanceof ConfigError && says.test(error.message) && !error.message.includes('topsecret'),
    )
  })
}

const switchNames = ['DEMO', 'REAL_SENDS', 'LAB', 'ALLOW_PRIVATE_NETWORK', 'WARM_UP', 'MEANINGS'] as const
const switches = (env: Record<string, string>) => {
  const { demo, realSends, lab, allowPrivateNetwork, warmUp, semanticSearch } = readConfig(env)
  return [demo, realSends, lab, allowPrivateNetwork, warmUp, semanticSearch]
}
const setAll = (value: string) => Object.fromEntries(switchNames.map((name) => [name, value]))
for (const [values, on] of [
  [['on', 'true', '1', 'yes', 'ON', 'True', ' yes '], true],
  [['off', 'false', '0', 'no', 'OFF', 'False', 'No'], false],
] as const) {
  test(`every switch is ${on ? 'on' : 'off'} with any of ${values.join(', ')}`, () => {
    for (const value of values) assert.deepEqual(switches(setAll(value)), Array(switchNames.length).fill(on), value)
  })
}
for (const name of switchNames) {
  test(`${name} rejects other values`, () => {
    for (const value of ['maybe', '2', 'onn', 'null'])
      assert.throws(() => readConfig({ [name]: value }), {
        constructor: ConfigError,
        message: new RegExp(`^${name} must be on or off; got "${value}"\\. Example: ${name}=(on|off)$`),
      })
  })
}

/** One invalid value for each kind of setting, with the whole message. */
const messages: [env: Record<string, string>, message: string][] = [
  [{ PORT: 'abc' }, 'PORT must be a port from 1 to 65535; got "abc". Example: PORT=4000'],
  [{ HISTORY_DAYS: '0' }, 'HISTORY_DAYS must be a whole number from 1 to 3650; got "0". Example: HISTORY_DAYS=90'],
  [
    { DATABASE_WAIT_SECONDS: '1.5' },
    'DATABASE_WAIT_SECONDS must be a whole number from 0 to 3600; got "1.5". Example: DATABASE_WAIT_SECONDS=30',
  ],
  [
    { ROLES: 'api,king' },
    'ROLES must be a comma list of api, gateway, worker; got "api,king". Example: ROLES=api,gateway',
  ],
  [
    { LOG_LEVEL: 'loud' },
    'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent; got "loud". Example: LOG_LEVEL=info',
  ],
  [
    { PUBLIC_URL: 'ftp://x' },
    'PUBLIC_URL must be a URL that starts with http:// or https://; got "ftp://x". Example: PUBLIC_URL=https://parley.example.com',
  ],
  [
    { TRUST_PROXY: '10.0.0.0/8, proxy' },
    'TRUST_PROXY must be a comma list of IP addresses or ranges; got "10.0.0.0/8, proxy". Example: TRUST_PROXY=10.0.0.0/8',
  ],
  [
    { CHANNEL_APIS: 'twilio' },
    'CHANNEL_APIS must be a comma list of provider=URL; got "twilio". Example: CHANNEL_APIS=twilio=https://api.ie1.twilio.com',
  ],
  [
    { SECRET_KEY: 'hidden' },
    'SECRET_KEY must be 64 hexadecimal digits; got a value that is not shown. Example: SECRET_KEY=$(openssl rand -hex 32)',
  ],
  [
    { MAILGUN_URL: 'imap://u:hidden@x' },
    'MAILGUN_URL must be a URL that starts with http:// or https://; got a value that is not shown. Example: MAILGUN_URL=https://api.eu.mailgun.net',
  ],
]
for (const [env, message] of messages) {
  test(message, () => assert.throws(() => readConfig(env), { constructor: ConfigError, message }))
}

test('several invalid settings are listed together, one on each line', () => {
  const listed = (env: Record<string, string>) => {
    try {
      readConfig(env)
    } catch (error) {
      return (error as Error).message.split('\n').map((line) => line.split(' ')[0])
    }
    return []
  }
  assert.deepEqual(listed({ PORT: 'x', DEMO: 'maybe', MODEL_BASE_URL: 'here' }), ['PORT', 'DEMO', 'MODEL_BASE_URL'])
  assert.deepEqual(listed({ PORT: '4400', SMTP_URL, GEOCODER: 'google', MODEL: 'gpt-5' }), [
    'PORT',
    'GEOCODER=google',
    'SMTP_URL',
    'MODEL',
  ])
})

test('proxies are addresses, ranges or the names of ranges', () => {
  const trusted = ['10.0.0.0/8', '127.0.0.1', '::1', 'fd00::/8', '10.0.0.0/255.0.0.0', 'loopback']
  assert.deepEqual(readConfig({ TRUST_PROXY: trusted.join(', ') }).trustProxy, trusted)
  for (const TRUST_PROXY of ['proxy', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/', ','])
    assert.throws(() => readConfig({ TRUST_PROXY }), { constructor: ConfigError, message: /^TRUST_PROXY must be / })
})
