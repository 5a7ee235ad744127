import { Alert, Grid, Stack, Text } from '@mantine/core'
import { NotFound } from '@parley/sdk'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { words } from '#words/channels.ts'
import { useCan, usePlace } from '../../../app/org.ts'
import { channelNames } from '../../../parts/handset/channels.ts'
import { Loading } from '../../../parts/Loading.tsx'
import { AnchorLink } from '../../../parts/links.tsx'
import { Page } from '../../../parts/Page.tsx'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { type Binding, useBinding, useChannelForms } from '../data.ts'
import { BindingActions } from './BindingActions.tsx'
import { Callback } from './Callback.tsx'
import { Details } from './Details.tsx'
import { Embed } from './Embed.tsx'
import { MissingInputs } from './MissingInputs.tsx'
import { Rotate } from './Rotate.tsx'
import { Settings } from './Settings.tsx'
import { StatusTimeline } from './StatusTimeline.tsx'

const Preview = lazy(async () => ({ default: (await import('./Preview.tsx')).Preview }))

/** Everything of one binding: how it stands, what it waits for, how it looks, how it is set. */
export function BindingPage() {
  const { bindingId } = useParams({ from: '/orgs/$org/agents/$agent/channels/$bindingId' })
  const { data: binding, error, refetch } = useBinding(bindingId)
  const params = usePlace()
  const back = (
    <AnchorLink to="/orgs/$org/agents/$agent/channels" params={params}>
      {words.binding.back}
    </AnchorLink>
  )
  if (error) {
    return (
      <Page title={words.title} actions={back}>
        {error instanceof NotFound ? <Text>{words.binding.lost}</Text> : <Trouble error={error} retry={refetch} />}
      </Page>
    )
  }
  if (!binding) return <Loading />
  const { channel, status } = binding
  return (
    <Page
      title={channelNames[channel]}
      lead={words.statusText[status]}
      beside={<StatusBadge status={status} label={words.statuses[status]} />}
      actions={
        <>
          {back}
          <BindingActions binding={binding} />
        </>
      }
    >
      <Whole key={binding.id} binding={binding} />
    </Page>
  )
}

function Whole({ binding }: { binding: Binding }) {
  const can = useCan('editor')
  const { forms } = useChannelForms()
  const form = forms?.find(({ id }) => id === binding.channel)
  const { mode, status, statusDetail, channel } = binding
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack gap="xl">
          {statusDetail && (
            <Alert color={status === 'Failed' ? 'red' : 'yellow'} title={words.statuses[status]} role="status">
              {statusDetail}
            </Alert>
          )}
          {can && form && mode === 'managed' && ['ActionRequired', 'Failed'].includes(status) && (
            <MissingInputs binding={binding} form={form} />
          )}
          {channel === 'webchat' && <Embed binding={binding} />}
          {mode === 'unmanaged' && <Callback binding={binding} />}
          {can && mode === 'unmanaged' && form && <Rotate binding={binding} form={form} />}
          <Settings binding={binding} />
          <StatusTimeline binding={binding} />
          <Details binding={binding} form={form} />
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
