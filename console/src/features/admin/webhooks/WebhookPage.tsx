import { Alert, Anchor, Badge, Group, Paper, SegmentedControl, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { strings } from '#i18n/webhooks.ts'
import { useOrg } from '../../../app/current-org.ts'
import { CopyIcon } from '../../../components/CopyField.tsx'
import { JsonBlock } from '../../../components/JsonBlock.tsx'
import { LinkTabs } from '../../../components/LinkTabs.tsx'
import { AnchorLink } from '../../../components/links.tsx'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { SettingsFrame } from '../SettingsFrame.tsx'
import { Deliveries } from './Deliveries.tsx'
import { type EventName, groupByNoun, useWebhook, useWebhookEvents, type Webhook } from './data.ts'
import { EventSample } from './EventSample.tsx'
import { type SignatureLanguage, signatureSamples } from './signature-samples.ts'
import { WebhookStateBadge } from './WebhookBadges.tsx'
import { WebhookMenu } from './WebhookMenu.tsx'
import { webhookStateOf } from './webhook-state.ts'

const { webhooks: signatureCodeTexts } = strings
const languages = Object.keys(signatureSamples) as SignatureLanguage[]

/** Sample code with which a receiver verifies that a request comes from Parley. */
function SignatureCode() {
  const [language, setLanguage] = useState<SignatureLanguage>('sdk')
  return (
    <Stack gap="sm">
      <Text size="sm" maw={720}>
        {signatureCodeTexts.verifyText}{' '}
        <Anchor href="/docs/webhooks#verifying" target="_blank" underline="always">
          {signatureCodeTexts.verifyGuide}
        </Anchor>
      </Text>
      <Group gap="xs">
        <SegmentedControl
          size="xs"
          aria-label={signatureCodeTexts.language}
          data={languages.map((value) => ({ value, label: signatureCodeTexts.languages[value] }))}
          value={language}
          onChange={(chosen) => setLanguage(chosen as SignatureLanguage)}
        />
        <CopyIcon value={signatureSamples[language]} />
      </Group>
      <JsonBlock value={signatureSamples[language]} label={signatureCodeTexts.languages[language]} height={520} />
    </Stack>
  )
}

const { webhooks: subscribedEventsTexts } = strings

/** The event catalog, with this webhook's subscriptions marked. */
function SubscribedEvents({ webhook }: { webhook: Webhook }) {
  const catalog = useWebhookEvents()
  if (catalog.error) return <ErrorAlert error={catalog.error} retry={catalog.refetch} />
  if (!catalog.data) return <Loading />
  return (
    <Stack>
      {groupByNoun(catalog.data).map(([noun, events]) => (
        <Stack key={noun} gap="xs">
          <Title order={2} size="h5">
            {subscribedEventsTexts.nouns[noun] ?? noun}
          </Title>
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xs">
            {events.map((event) => (
              <EventRow key={event.id} event={event} subscribed={webhook.events.includes(event.id)} />
            ))}
          </SimpleGrid>
        </Stack>
      ))}
    </Stack>
  )
}

function EventRow({ event, subscribed }: { event: EventName; subscribed: boolean }) {
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={600}>
          {event.name}
        </Text>
        {subscribed && (
          <Group gap={4} wrap="nowrap">
            <IconCheck size={14} aria-hidden />
            <Text size="xs">{subscribedEventsTexts.subscribed}</Text>
          </Group>
        )}
      </Group>
      <Text size="xs" ff="monospace" className="quiet">
        {event.id}
      </Text>
      <Text size="sm">{event.description}</Text>
      <EventSample event={event} />
    </Paper>
  )
}

const { webhooks: texts } = strings
const routeId = '/orgs/$org/settings/webhooks/$webhookId'

/** One webhook: its health, deliveries, events and signature verification. */
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
