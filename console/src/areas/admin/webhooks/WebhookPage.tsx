import { Alert, Badge, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { words } from '#words/admin.ts'
import { useOrg } from '../../../app/org.ts'
import { LinkTabs } from '../../../parts/LinkTabs.tsx'
import { Loading } from '../../../parts/Loading.tsx'
import { AnchorLink } from '../../../parts/links.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { When } from '../../../parts/When.tsx'
import { SettingsFrame } from '../SettingsFrame.tsx'
import { Deliveries } from './Deliveries.tsx'
import { useWebhook } from './data.ts'
import { HeardEvents } from './HeardEvents.tsx'
import { stateOf, type Webhook } from './state.ts'
import { VerifyCode } from './VerifyCode.tsx'
import { WebhookActs } from './WebhookActs.tsx'
import { WebhookState } from './WebhookState.tsx'

const { webhooks: said } = words
const here = '/orgs/$org/settings/webhooks/$webhookId'

/** One webhook: how it is doing, what was sent to it, what it hears, how to believe it. */
export function WebhookPage() {
  return (
    <SettingsFrame adminOnly>
      <Opened />
    </SettingsFrame>
  )
}

function Opened() {
  const org = useOrg()
  const { webhookId } = useParams({ from: here })
  const { tab } = useSearch({ from: here })
  const { data: webhook, error, refetch } = useWebhook(webhookId)
  if (error) return <Trouble error={error} retry={refetch} />
  if (!webhook) return <Loading />
  const params = { org: org.id, webhookId }
  const exact = { includeSearch: true, exact: true }
  return (
    <Stack gap="md">
      <AnchorLink size="sm" to="/orgs/$org/settings/webhooks" params={{ org: org.id }}>
        {said.all}
      </AnchorLink>
      <About webhook={webhook} />
      <WebhookActs webhook={webhook} />
      <LinkTabs label={said.parts}>
        <Link to={here} params={params} aria-current={tab ? undefined : 'page'} activeOptions={exact}>
          {said.deliveries}
        </Link>
        <Link to={here} params={params} search={{ tab: 'events' }} activeOptions={exact}>
          {said.events}
        </Link>
        <Link to={here} params={params} search={{ tab: 'verify' }} activeOptions={exact}>
          {said.verify}
        </Link>
      </LinkTabs>
      {tab === 'events' && <HeardEvents webhook={webhook} />}
      {tab === 'verify' && <VerifyCode />}
      {!tab && <Deliveries webhook={webhook} />}
    </Stack>
  )
}

function About({ webhook }: { webhook: Webhook }) {
  const { url, description, signingSecretPrefix, lastDeliveryAt, deactivation, failingSince } = webhook
  const state = stateOf(webhook)
  const since = deactivation?.at ?? failingSince
  return (
    <Stack gap={6}>
      <Group gap="sm">
        <Text fw={600}>{url}</Text>
        <WebhookState webhook={webhook} />
      </Group>
      {description && <Text size="sm">{description}</Text>}
      <Group gap="md" fz="sm" className="quiet">
        <span>
          {said.last} <When at={lastDeliveryAt} />
        </span>
        <span>
          {said.secret}{' '}
          <Badge variant="default" tt="none" ff="monospace">
            {`${signingSecretPrefix}…`}
          </Badge>
        </span>
      </Group>
      {state !== 'active' && (
        <Alert
          color={state === 'deactivated' ? 'red' : 'orange'}
          icon={<IconAlertTriangle aria-hidden />}
          title={said.titles[state]}
        >
          <Text size="sm">
            {deactivation ? said.why[deactivation.reason] : said.why[state]}{' '}
            {since && (
              <>
                {said.since} <When at={since} />
              </>
            )}
          </Text>
        </Alert>
      )}
    </Stack>
  )
}
