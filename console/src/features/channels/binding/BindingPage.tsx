import { Alert, Grid, Stack, Text } from '@mantine/core'
import { NotFound } from '@parley/sdk'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { strings } from '#i18n/channels.ts'
import { useCan, useRouteIds } from '../../../app/current-org.ts'
import { ErrorAlert } from '../../../components/ErrorAlert.tsx'
import { handsetChannelNames } from '../../../components/handset/channels.ts'
import { Loading } from '../../../components/Loading.tsx'
import { AnchorLink } from '../../../components/links.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { type ChannelBinding, useBinding, useChannelSetupForms } from '../data.ts'
import { BindingActions } from './BindingActions.tsx'
import { BindingSettings } from './BindingSettings.tsx'
import { CallbackUrl } from './Callback.tsx'
import { BindingFacts } from './Details.tsx'
import { EmbedSnippet } from './EmbedSnippet.tsx'
import { MissingInputsForm } from './MissingInputs.tsx'
import { RotateCredentials } from './RotateCredentials.tsx'
import { StatusTimeline } from './StatusTimeline.tsx'

const Preview = lazy(async () => ({ default: (await import('./ChannelMessagePreview.tsx')).ChannelMessagePreview }))

/** Everything of one binding: how it stands, what it waits for, how it looks, how it is set. */
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
        {error instanceof NotFound ? <Text>{strings.binding.lost}</Text> : <ErrorAlert error={error} retry={refetch} />}
      </PageLayout>
    )
  }
  if (!binding) return <Loading />
  const { channel, status } = binding
  return (
    <PageLayout
      title={handsetChannelNames[channel]}
      lead={strings.statusText[status]}
      beside={<StatusBadge status={status} label={strings.statuses[status]} />}
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
