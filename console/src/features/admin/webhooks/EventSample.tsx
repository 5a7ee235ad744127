import { Collapse, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { strings } from '#i18n/webhooks.ts'
import { JsonBlock } from '../../../components/JsonBlock.tsx'
import type { EventName } from './data.ts'

const { webhooks: texts } = strings

export function EventSample({ event: { name, example } }: { event: EventName }) {
  const [opened, { toggle }] = useDisclosure()
  return (
    <>
      <UnstyledButton
        fz="xs"
        td="underline"
        ml={32}
        mih="var(--target)"
        onClick={toggle}
        aria-expanded={opened}
        aria-label={opened ? texts.hideSampleOf(name) : texts.showSampleOf(name)}
      >
        {opened ? texts.hideSample : texts.sample}
      </UnstyledButton>
      <Collapse expanded={opened}>{opened && <JsonBlock value={example} label={texts.sampleOf(name)} />}</Collapse>
    </>
  )
}
