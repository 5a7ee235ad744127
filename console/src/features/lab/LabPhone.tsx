import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import { strings } from '#i18n/lab.ts'
import { handsetChannelNames } from '../../components/handset/channels.ts'
import { HandsetView } from '../../components/handset/HandsetView.tsx'
import { notify } from '../../components/notify.tsx'
import { ErrorAlert } from '../../components/PageStates.tsx'
import { CarrierSettings } from './CarrierSettings.tsx'
import styles from './lab.module.css'
import { type LabBubble, toLabBubbles, toTapEvent } from './lab-bubbles.ts'
import type { LabAction, LabAddress, LabClient, LabReceiptMode, LabSettings } from './lab-client.ts'

const readEveryMs = 1_000

/** One handset: its messages, its input and its carrier. */
export function LabPhone({ lab, handset }: { lab: LabClient; handset: LabAddress }) {
  const { channel, address } = handset
  const { data, error, refetch } = useQuery({
    queryKey: ['lab', 'handset', channel, address],
    queryFn: ({ signal }) => lab.read(handset, signal),
    refetchInterval: readEveryMs,
    retry: false,
  })
  const acting = useMutation({
    mutationFn: (event: LabAction) => lab.act(handset, event),
    onError: notify.error,
    onSettled: () => refetch(),
  })
  const changing = useMutation({
    mutationFn: (settings: Partial<LabSettings>) => lab.change(handset, settings),
    onError: notify.error,
    onSettled: () => refetch(),
  })
  const bubbles = useMemo(() => toLabBubbles(data?.messages ?? []), [data?.messages])
  if (error && !data) return <ErrorAlert error={error} retry={refetch} />
  const act = (event: LabAction) => acting.mutate(event)
  return (
    <Stack
      component="section"
      className={styles.phone}
      gap="xs"
      aria-label={`${handsetChannelNames[channel]}, ${address}`}
    >
      <HandsetView
        title={address}
        channel={channel}
        bubbles={bubbles}
        onTap={(tapped) => act(toTapEvent(tapped, bubbles))}
        foot={(bubble) => <BubbleDetails bubble={bubble as LabBubble} receipts={data?.receipts} act={act} />}
        typing={data?.typing}
        hint={<Text size="sm">{strings.hint}</Text>}
        composer={<MessageForm act={act} />}
      />
      <OtherActions act={act} />
      {data && <CarrierSettings channel={channel} settings={data} change={changing.mutate} />}
    </Stack>
  )
}

type Act = (event: LabAction) => void
const reports = ['delivered', 'read', 'failed'] as const

/** Buttons for manual receipts, and the payload as the provider receives it. */
function BubbleDetails({ bubble, receipts, act }: { bubble: LabBubble; receipts?: LabReceiptMode; act: Act }) {
  const { messageId, direction, native } = bubble.message
  const isManual = direction === 'out' && receipts === 'manual'
  return (
    <>
      {isManual &&
        reports.map((state) => (
          <Anchor
            key={state}
            component="button"
            type="button"
            size="xs"
            onClick={() => act({ type: 'receipt', messageId, state })}
          >
            {strings.report[state]}
          </Anchor>
        ))}
      <details>
        <summary>{strings.payload}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
        <pre className={styles.payload} tabIndex={0}>
          {JSON.stringify(native, null, 2)}
        </pre>
      </details>
    </>
  )
}

function MessageForm({ act }: { act: Act }) {
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    act({ type: 'text', text })
    setText('')
  }
  return (
    <form onSubmit={submit}>
      <Group wrap="nowrap" gap="xs">
        <TextInput
          flex={1}
          aria-label={strings.message}
          placeholder={strings.message}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autoComplete="off"
          required
        />
        <Button type="submit">{strings.send}</Button>
      </Group>
    </form>
  )
}

function OtherActions({ act }: { act: Act }) {
  const [url, setUrl] = useState('')
  const [place, setPlace] = useState({ latitude: '40.7033', longitude: '-74.0170' })
  const sendFile = (event: FormEvent) => {
    event.preventDefault()
    act({ type: 'media', url })
    setUrl('')
  }
  const sendPlace = (event: FormEvent) => {
    event.preventDefault()
    act({ type: 'location', latitude: Number(place.latitude), longitude: Number(place.longitude) })
  }
  return (
    <details>
      <summary>{strings.more}</summary>
      <Stack gap="xs" pt="xs">
        <form onSubmit={sendFile}>
          <Group align="flex-end" wrap="nowrap" gap="xs">
            <TextInput
              flex={1}
              type="url"
              label={strings.fileUrl}
              placeholder={strings.fileExample}
              value={url}
              onChange={(event) => setUrl(event.currentTarget.value)}
              required
            />
            <Button type="submit" variant="default" flex="none">
              {strings.sendFile}
            </Button>
          </Group>
        </form>
        <form onSubmit={sendPlace}>
          <Group align="flex-end" wrap="nowrap" gap="xs">
            {(['latitude', 'longitude'] as const).map((side) => (
              <TextInput
                key={side}
                type="number"
                step="any"
                label={strings[side]}
                value={place[side]}
                onChange={(event) => setPlace({ ...place, [side]: event.currentTarget.value })}
                required
              />
            ))}
            <Button type="submit" variant="default" flex="none">
              {strings.shareLocation}
            </Button>
          </Group>
        </form>
        <Group gap="xs">
          {(['typing', 'subscribe', 'unsubscribe'] as const).map((type) => (
            <Button key={type} variant="default" size="xs" onClick={() => act({ type })}>
              {strings[type]}
            </Button>
          ))}
        </Group>
      </Stack>
    </details>
  )
}
