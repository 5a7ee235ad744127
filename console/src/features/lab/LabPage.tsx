import { Alert, Button, Container, Group, PasswordInput, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { type Channel, channels } from '@parley/amf/channels'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useMemo, useState } from 'react'
import { strings as phone } from '#i18n/handset.ts'
import { strings } from '#i18n/lab.ts'
import { notify } from '../../components/notify.tsx'
import { ErrorAlert } from '../../components/PageStates.tsx'
import { LabPhone } from './LabPhone.tsx'
import styles from './lab.module.css'
import { createLabClient, type LabAddress, type LabClient, LabError } from './lab-client.ts'

const storageKey = 'parley-lab-token'
const listEveryMs = 5_000
const openAtFirst = 2

/** Virtual phones for every channel, on the gateway. The page asks for the agent's access token. */
export function LabPage() {
  const [token, setToken] = useState(() => sessionStorage.getItem(storageKey) ?? '')
  const [isRefused, setRefused] = useState(false)
  const open = (next: string, refused = false) => {
    if (next === '') sessionStorage.removeItem(storageKey)
    else sessionStorage.setItem(storageKey, next)
    setToken(next)
    setRefused(refused)
  }
  return (
    <Stack component="main" p="md">
      <Group justify="space-between">
        <Stack gap={0}>
          <Title order={1} size="h2">
            {strings.title}
          </Title>
          <Text className="quiet">{strings.lead}</Text>
        </Stack>
        {token && (
          <Button variant="default" onClick={() => open('')}>
            {strings.leave}
          </Button>
        )}
      </Group>
      {token ? (
        <Handsets key={token} token={token} onRefused={() => open('', true)} />
      ) : (
        <TokenForm isRefused={isRefused} onOpen={open} />
      )}
    </Stack>
  )
}

function TokenForm({ isRefused, onOpen }: { isRefused: boolean; onOpen: (token: string) => void }) {
  const [token, setToken] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onOpen(token.trim())
  }
  return (
    <Container size="sm" w="100%">
      <form onSubmit={submit}>
        <Stack>
          {isRefused && <Alert color="red">{strings.refused}</Alert>}
          <PasswordInput
            label={strings.token}
            description={strings.tokenHint}
            placeholder={strings.tokenExample}
            value={token}
            onChange={(event) => setToken(event.currentTarget.value)}
            autoComplete="off"
            required
          />
          <Group>
            <Button type="submit">{strings.open}</Button>
          </Group>
        </Stack>
      </form>
    </Container>
  )
}

const keyOf = ({ channel, address }: LabAddress): string => `${channel} ${address}`

function Handsets({ token, onRefused }: { token: string; onRefused: () => void }) {
  const lab = useMemo(() => createLabClient(token), [token])
  const [chosen, setChosen] = useState<readonly LabAddress[]>()
  const { data, error, refetch } = useQuery({
    queryKey: ['lab', token, 'handsets'],
    queryFn: ({ signal }) => lab.list(signal),
    refetchInterval: listEveryMs,
    retry: false,
  })
  const isRefused = error instanceof LabError && error.status === 401
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports the refusal once
  useEffect(() => {
    if (isRefused) onRefused()
  }, [isRefused])
  if (error && !data && !isRefused) return <ErrorAlert error={error} retry={refetch} />
  const handsets = data?.data ?? []
  const open = chosen ?? handsets.slice(0, openAtFirst)
  const isOpen = (handset: LabAddress) => open.some((one) => keyOf(one) === keyOf(handset))
  const toggle = (handset: LabAddress) =>
    setChosen(isOpen(handset) ? open.filter((one) => keyOf(one) !== keyOf(handset)) : [handset, ...open])
  return (
    <div className={styles.stage}>
      <Stack component="aside" aria-label={strings.handsets}>
        <NewHandset lab={lab} onAdd={(handset) => !isOpen(handset) && setChosen([handset, ...open])} />
        <Title order={2} size="h5">
          {strings.handsets}
        </Title>
        {data?.data.length === 0 && <Text className="quiet">{strings.empty}</Text>}
        {handsets.map((handset) => (
          <Button
            key={keyOf(handset)}
            variant={isOpen(handset) ? 'light' : 'default'}
            justify="flex-start"
            aria-pressed={isOpen(handset)}
            onClick={() => toggle(handset)}
          >
            {`${phone.channels[handset.channel]} · ${handset.address}`}
          </Button>
        ))}
      </Stack>
      <div className={styles.phones}>
        {open.map((handset) => (
          <LabPhone key={keyOf(handset)} lab={lab} handset={handset} />
        ))}
      </div>
    </div>
  )
}

const channelOptions = channels.map((value) => ({ value, label: phone.channels[value] }))

function NewHandset({ lab, onAdd }: { lab: LabClient; onAdd: (handset: LabAddress) => void }) {
  const [channel, setChannel] = useState<Channel>('rcs')
  const [address, setAddress] = useState('')
  const adding = useMutation({
    mutationFn: () => lab.change({ channel, address: address.trim() }, {}),
    onSuccess: (handset) => {
      setAddress('')
      onAdd(handset)
    },
    onError: notify.error,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    adding.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Title order={2} size="h5">
          {strings.newTitle}
        </Title>
        <Select
          label={strings.channel}
          data={channelOptions}
          value={channel}
          onChange={(value) => value && setChannel(value as Channel)}
          allowDeselect={false}
        />
        <TextInput
          label={strings.address}
          placeholder="+12025550143"
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
          maxLength={200}
          autoComplete="off"
          required
        />
        <Button type="submit" loading={adding.isPending}>
          {strings.add}
        </Button>
      </Stack>
    </form>
  )
}
