import { Alert, Anchor, Button, Grid, Paper, Stack, Table, Text, Timeline } from '@mantine/core'
import { NotFound } from '@parley/sdk'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { strings } from '#i18n/channels.ts'
import { useCan, useRouteIds } from '../../../app/current-org.ts'
import { CopyField } from '../../../components/CopyField.tsx'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { handsetChannelNames } from '../../../components/handset/channels.ts'
import { LabBadge } from '../../../components/LabBadge.tsx'
import { AnchorLink } from '../../../components/links.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { senderOf, useProviderNames } from '../ChannelsPage.tsx'
import { type ChannelBinding, type ChannelSetupForm, useBinding, useChannelSetupForms } from '../data.ts'
import { CatalogFields, useSetupForm } from '../setup/setup-form.tsx'

import { BindingActions } from './BindingActions.tsx'
import { BindingSection } from './BindingSection.tsx'
import { BindingSettings } from './BindingSettings.tsx'
import { EmbedSnippet, IdentitySecretSection } from './EmbedSnippet.tsx'
import { RotateCredentials, usePatchBinding } from './RotateCredentials.tsx'

const { binding: statusTimelineTexts } = strings

/** Every status change, newest first. */
function StatusTimeline({ binding: { events } }: { binding: ChannelBinding }) {
  const newest = [...events].reverse()
  return (
    <BindingSection title={statusTimelineTexts.timeline}>
      <Timeline active={newest.length} bulletSize={16} lineWidth={2} reverseActive>
        {newest.map(({ at, to, note, actor }) => (
          <Timeline.Item key={`${at} ${to}`} title={strings.statuses[to]}>
            {note && <Text size="sm">{note}</Text>}
            <Text size="sm" className="quiet">
              <Timestamp at={at} /> {statusTimelineTexts.by[actor]}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </BindingSection>
  )
}

const { binding: missingInputsFormTexts } = strings

/** The setup form again, prefilled with earlier answers; null clears an answer. */
function MissingInputsForm({ binding, form }: { binding: ChannelBinding; form: ChannelSetupForm }) {
  const fields = form.managed?.fields ?? []
  const values = useSetupForm(fields, binding.inputs)
  const patch = usePatchBinding(binding, values, missingInputsFormTexts.submitted)
  const handIn = () => {
    const inputs = Object.entries(values.getValues()).map(([key, value]) => [key, value.trim() || null])
    patch.mutate({ inputs: Object.fromEntries(inputs) })
  }
  return (
    <BindingSection
      title={binding.status === 'Failed' ? missingInputsFormTexts.failed : missingInputsFormTexts.missing}
      text={missingInputsFormTexts.missingText}
    >
      <Paper withBorder p="md">
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            handIn()
          }}
        >
          <Stack>
            {patch.error && <RefusalSummary error={patch.error} />}
            <CatalogFields fields={fields} form={values} />
            <Button type="submit" loading={patch.isPending} style={{ alignSelf: 'flex-start' }}>
              {missingInputsFormTexts.submit}
            </Button>
          </Stack>
        </form>
      </Paper>
    </BindingSection>
  )
}

const { binding: bindingFactsTexts } = strings

function BindingFacts({ binding, form }: { binding: ChannelBinding; form: ChannelSetupForm | undefined }) {
  const providerName = useProviderNames()
  const labels = new Map(form?.managed?.fields.map(({ key, label }) => [key, label]))
  const rows: [label: string, value: string | undefined][] = [
    [bindingFactsTexts.mode, providerName(binding)],
    [bindingFactsTexts.bindingId, binding.id],
    [bindingFactsTexts.routingId, senderOf(binding)],
    ...Object.entries(binding.inputs ?? {}).map(([key, value]): [string, string] => [labels.get(key) ?? key, value]),
  ]
  return (
    <BindingSection title={bindingFactsTexts.details}>
      <Table aria-label={bindingFactsTexts.details} variant="vertical" layout="fixed">
        <Table.Tbody>
          {rows
            .filter(([, value]) => value)
            .map(([label, value]) => (
              <Table.Tr key={label}>
                <Table.Th w={150} scope="row">
                  {label}
                </Table.Th>
                <Table.Td>{value}</Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
    </BindingSection>
  )
}

const { binding: callbackUrlTexts } = strings

function CallbackUrl({ binding }: { binding: ChannelBinding }) {
  const providerName = useProviderNames()
  return (
    <BindingSection title={callbackUrlTexts.callback} text={callbackUrlTexts.callbackText(providerName(binding))}>
      <CopyField
        label={callbackUrlTexts.callback}
        description={callbackUrlTexts.callbackHelp}
        value={binding.callbackUrl}
      />
      <Anchor href={`/docs/providers/${binding.provider ?? ''}`} target="_blank" size="sm">
        {callbackUrlTexts.guide}
      </Anchor>
    </BindingSection>
  )
}

const Preview = lazy(async () => ({ default: (await import('./ChannelMessagePreview.tsx')).ChannelMessagePreview }))

export function BindingPage() {
  const { bindingId } = useParams({ from: '/orgs/$org/agents/$agent/channels/$bindingId' })
  const { data: binding, error, refetch } = useBinding(bindingId)
  const params = useRouteIds()
  const back = (
    <AnchorLink to="/orgs/$org/agents/$agent/channels" params={params}>
      {strings.binding.back}
    </AnchorLink>
  )
  if (error) {
    return (
      <PageLayout title={strings.title} actions={back}>
        {error instanceof NotFound ? (
          <Text>{strings.binding.notFound}</Text>
        ) : (
          <ErrorAlert error={error} retry={refetch} />
        )}
      </PageLayout>
    )
  }
  if (!binding) return <Loading />
  const { channel, status, carrier } = binding
  const isLab = carrier === 'lab'
  const labTexts: Partial<Record<typeof status, string>> = strings.labText
  return (
    <PageLayout
      title={handsetChannelNames[channel]}
      lead={(isLab && labTexts[status]) || strings.statusText[status]}
      beside={
        <>
          <StatusBadge status={status} label={strings.statuses[status]} />
          {isLab && <LabBadge />}
        </>
      }
      actions={
        <>
          {back}
          <BindingActions binding={binding} />
        </>
      }
    >
      <BindingDetails key={binding.id} binding={binding} />
    </PageLayout>
  )
}

function BindingDetails({ binding }: { binding: ChannelBinding }) {
  const can = useCan('editor')
  const { forms } = useChannelSetupForms()
  const form = forms?.find(({ id }) => id === binding.channel)
  const { mode, status, statusDetail, channel } = binding
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack gap="xl">
          {statusDetail && (
            <Alert color={status === 'Failed' ? 'red' : 'yellow'} title={strings.statuses[status]} role="status">
              {statusDetail}
            </Alert>
          )}
          {can && form && mode === 'managed' && ['ActionRequired', 'Failed'].includes(status) && (
            <MissingInputsForm binding={binding} form={form} />
          )}
          {channel === 'webchat' && <EmbedSnippet binding={binding} />}
          {mode === 'unmanaged' && <CallbackUrl binding={binding} />}
          {can && mode === 'unmanaged' && form && <RotateCredentials binding={binding} form={form} />}
          <BindingSettings binding={binding} />
          {channel === 'webchat' && <IdentitySecretSection binding={binding} />}
          <StatusTimeline binding={binding} />
          <BindingFacts binding={binding} form={form} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Suspense fallback={<Loading />}>
          <Preview binding={binding} />
        </Suspense>
      </Grid.Col>
    </Grid>
  )
}
