import { Button, Checkbox, Group, NumberInput, Select, Stack } from '@mantine/core'
import type { Channel } from '@parley/amf/channels'
import { type FormEvent, useState } from 'react'
import { strings } from '#i18n/lab.ts'
import {
  type CarrierFailure,
  carrierFailures,
  type LabReceiptMode,
  type LabSettings,
  receiptModes,
} from './lab-client.ts'

type Props = {
  channel: Channel
  settings: LabSettings
  change: (settings: Partial<LabSettings>) => void
}

const receiptOptions = receiptModes.map((value) => ({ value, label: strings.receiptModes[value] }))
const failureOptions = carrierFailures.map((value) => ({ value: String(value), label: strings.failures[value] }))

/** How the simulated carrier treats this handset. */
export function CarrierSettings({ channel, settings, change }: Props) {
  const { receipts, reachable, latencyMs, failNext } = settings
  return (
    <details>
      <summary>{strings.carrier}</summary>
      <Stack gap="xs" pt="xs">
        <Select
          label={strings.receipts}
          data={receiptOptions}
          value={receipts}
          onChange={(value) => value && change({ receipts: value as LabReceiptMode })}
          allowDeselect={false}
        />
        {channel === 'rcs' && (
          <Checkbox
            label={strings.reachable}
            checked={reachable}
            onChange={(event) => change({ reachable: event.currentTarget.checked })}
          />
        )}
        <LatencyField key={latencyMs} latencyMs={latencyMs} change={change} />
        <FailureForm key={failNext?.count ?? 0} count={failNext?.count ?? 0} change={change} />
      </Stack>
    </details>
  )
}

function LatencyField({ latencyMs, change }: Pick<LabSettings, 'latencyMs'> & Pick<Props, 'change'>) {
  const [value, setValue] = useState<number | string>(latencyMs)
  const save = () => typeof value === 'number' && value !== latencyMs && change({ latencyMs: value })
  return (
    <NumberInput
      label={strings.latency}
      min={0}
      max={20_000}
      allowDecimal={false}
      value={value}
      onChange={setValue}
      onBlur={save}
    />
  )
}

function FailureForm({ count: initial, change }: { count: number } & Pick<Props, 'change'>) {
  const [count, setCount] = useState<number | string>(initial)
  const [failure, setFailure] = useState<CarrierFailure>(503)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typeof count === 'number') change({ failNext: { count, status: failure } })
  }
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" wrap="nowrap" gap="xs">
        <NumberInput
          label={strings.failNext}
          min={0}
          max={1_000_000}
          allowDecimal={false}
          value={count}
          onChange={setCount}
          required
        />
        <Select
          label={strings.failWith}
          data={failureOptions}
          value={String(failure)}
          onChange={(value) => value && setFailure(value === 'timeout' ? value : (Number(value) as CarrierFailure))}
          allowDeselect={false}
        />
        <Button type="submit" variant="default" flex="none">
          {strings.set}
        </Button>
      </Group>
    </form>
  )
}
