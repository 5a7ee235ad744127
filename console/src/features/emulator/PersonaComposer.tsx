import { ActionIcon, Button, Group, Menu, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { systemNames } from '@parley/testcase/vocabulary'
import { IconPlus, IconSend } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { strings } from '#i18n/emulator.ts'
import { Dialog } from '../../components/Dialog.tsx'
import type { PersonaDirective } from './persona-turns.ts'

const { composer } = strings

type Props = { name: string; phones: number; say: (turn: PersonaDirective) => void }

/** Input for messages and other actions of the persona, on all visible phones. */
export function PersonaComposer({ name, phones, say }: Props) {
  const { text, setText, remember, recall } = useInputHistory()
  const send = (message = text.trim()) => {
    if (message === '') return
    remember(message)
    say(message)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    const sends = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing
    if (sends) send()
    if (sends || (step && recall(step))) event.preventDefault()
  }
  return (
    <Stack gap={4}>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <MoreInputs say={say} />
        <Textarea
          flex={1}
          label={composer.label(name)}
          autosize
          minRows={1}
          maxRows={5}
          maxLength={4000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <ActionIcon size={36} onClick={() => send()} aria-label={composer.send}>
          <IconSend size={18} aria-hidden />
        </ActionIcon>
      </Group>
      <Group justify="space-between" gap="xs">
        <Text size="xs" className="quiet">
          {phones > 1 ? composer.toAll(phones) : composer.hint}
        </Text>
        <Group gap={6}>
          {[composer.stop, composer.start].map((word) => (
            <Button key={word} size="compact-xs" variant="default" onClick={() => send(word)}>
              {word}
            </Button>
          ))}
        </Group>
      </Group>
    </Stack>
  )
}

/** The arrow keys recall earlier messages while nothing else has been typed. */
function useInputHistory() {
  const [text, setText] = useState('')
  const [sentMessages, setSentMessages] = useState<readonly string[]>([])
  const [back, setBack] = useState(0)
  return {
    text,
    setText,
    remember: (message: string) => {
      setSentMessages((before) => [...before, message])
      setBack(0)
      setText('')
    },
    recall: (step: number): boolean => {
      if (text !== '' && text !== sentMessages.at(-back)) return false
      const next = Math.min(Math.max(back + step, 0), sentMessages.length)
      setBack(next)
      setText(next === 0 ? '' : (sentMessages.at(-next) ?? ''))
      return true
    },
  }
}

function MoreInputs({ say }: Pick<Props, 'say'>) {
  const [opened, picture] = useDisclosure()
  return (
    <>
      <Menu position="top-start" withinPortal>
        <Menu.Target>
          <ActionIcon size={36} variant="default" aria-label={composer.more}>
            <IconPlus size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => say(composer.help)}>{composer.help}</Menu.Item>
          {systemNames.map((system) => (
            <Menu.Item key={system} onClick={() => say({ system })}>
              {composer[system]}
            </Menu.Item>
          ))}
          <Menu.Item onClick={picture.open}>{composer.picture}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Dialog opened={opened} onClose={picture.close} title={composer.pictureTitle}>
        <PictureInput
          say={(turn) => {
            picture.close()
            say(turn)
          }}
        />
      </Dialog>
    </>
  )
}

function PictureInput({ say }: Pick<Props, 'say'>) {
  const form = useForm({ initialValues: { url: '', text: '' } })
  const send = ({ url, text }: { url: string; text: string }) => say({ media: 'image', url, ...(text && { text }) })
  return (
    <form onSubmit={form.onSubmit(send)}>
      <Stack>
        <TextInput
          label={composer.pictureUrl}
          type="url"
          required
          maxLength={2000}
          data-autofocus
          {...form.getInputProps('url')}
        />
        <TextInput label={composer.pictureText} maxLength={4000} {...form.getInputProps('text')} />
        <Group justify="flex-end">
          <Button type="submit">{composer.pictureSend}</Button>
        </Group>
      </Stack>
    </form>
  )
}
