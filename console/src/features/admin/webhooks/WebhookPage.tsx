import { Alert, Badge, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { strings } from '#i18n/admin.ts'
import { useOrg } from '../../../app/current-org.ts'
import { ErrorAlert } from '../../../components/ErrorAlert.tsx'
import { LinkTabs } from '../../../components/LinkTabs.tsx'
import { Loading } from '../../../components/Loading.tsx'
import { AnchorLink } from '../../../components/links.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { SettingsFrame } from '../SettingsFrame.tsx'
import { Deliveries } from './Deliveries.tsx'
import { useWebhook } from './data.ts'
import { SubscribedEvents } from './HeardEvents.tsx'
import { SignatureCode } from './VerifyCode.tsx'
import { WebhookMenu } from './WebhookMenu.tsx'
import { WebhookStateBadge } from './WebhookStateBadge.tsx'
import { type Webhook, webhookStateOf } from './webhook-state.ts'

const { webhooks: texts } = strings
const routeId = '/orgs/$org/settings/webhooks/$webhookId'

/** One webhook: how it is doing, what was sent to it, what it hears, how to believe it. */
export function WebhookPage() {
  return (
    <SettingsFrame adminOnly>
      <WebhookDetails />
    </SettingsFrame>
  )
}

function WebhookDetails() {
  const org = useOrg()
  const { webhookId } = useParams({ from: routeId })
  const { tab } = useSearch({ from: routeId })
  const { data: webhook, error, refetch } = useWebhook(webhookId)
  if (error) return <ErrorAlert error={error} retry={refetch} />
  if (!webhook) return <Loading />
  const params = { org: org.id, webhookId }
  const exact = { includeSearch: true, exact: true }
  return (
    <Stack gap="md">
      <AnchorLink size="sm" to="/orgs/$org/settings/webhooks" params={{ org: org.id }}>
        {texts.all}
      </AnchorLink>
      <WebhookFacts webhook={webhook} />
      <WebhookMenu webhook={webhook} />
      <LinkTabs label={texts.parts}>
        <Link to={routeId} params={params} aria-current={tab ? undefined : 'page'} activeOptions={exact}>
          {texts.deliveries}
        </Link>
        <Link to={routeId} params={params} search={{ tab: 'events' }} activeOptions={exact}>
          {texts.events}
        </Link>
        <Link to={routeId} params={params} search={{ tab: 'verify' }} activeOptions={exact}>
          {texts.verify}
        </Link>
      </LinkTabs>
      {tab === 'events' && <SubscribedEvents webhook={webhook} />}
      {tab === 'verify' && <SignatureCode />}
      {!tab && <Deliveries webhook={webhook} />}
    </Stack>
  )
}

function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const { url, description, signingSecretPrefix, lastDeliveryAt, deactivation, failingSince } = webhook
  const state = webhookStateOf(webhook)
  const since = deactivation?.at ?? failingSince
  return (
    <Stack gap={6}>
      <Group gap="sm">
        <Text fw={600}>{url}</Text>
        <WebhookStateBadge webhook={webhook} />
      </Group>
      {description && <Text size="sm">{description}</Text>}
      <Group gap="md" fz="sm" className="quiet">
        <span>
          {texts.last} <Timestamp at={lastDeliveryAt} />
        </span>
        <span>
          {texts.secret}{' '}
          <Badge variant="default" tt="none" ff="monospace">
            {`${signingSecretPrefix}…`}
          </Badge>
        </span>
      </Group>
      {state !== 'active' && (
        <Alert
          color={state === 'deactivated' ? 'red' : 'orange'}
          icon={<IconAlertTriangle aria-hidden />}
          title={texts.titles[state]}
        >
          <Text size="sm">
            {deactivation ? texts.why[deactivation.reason] : texts.why[state]}{' '}
            {since && (
              <>
                {texts.since} <Timestamp at={since} />
              </>
            )}
          </Text>
        </Alert>
      )}
    </Stack>
  )
}
