import { Button, Center, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { IconMasksTheater } from '@tabler/icons-react'
import { words } from '#words/emulator.ts'
import { tell } from '../../parts/tell.tsx'
import { useMakePersona } from './data.ts'
import styles from './emulator.module.css'
import { presets } from './presets.ts'
import type { Persona } from './turns.ts'

/** Nobody to be yet: some to begin with, in one tap. */
export function NoPersonas({ made, own }: { made: (persona: Persona) => void; own: () => void }) {
  const making = useMakePersona(made)
  return (
    <Center py="xl">
      <Stack align="center" gap="sm" maw={720} ta="center" w="100%">
        <IconMasksTheater size={44} stroke={1.2} aria-hidden />
        <Title order={2} size="h4">
          {words.empty.title}
        </Title>
        <Text className="quiet" maw={480}>
          {words.empty.text}
        </Text>
        <section className={styles.presets} aria-label={words.presets.label}>
          {presets.map(({ says, body }) => (
            <UnstyledButton
              key={body.name}
              className={styles.preset}
              disabled={making.isPending}
              onClick={() => making.mutate(body, { onError: tell.failed })}
            >
              <Text fw={600}>{body.name}</Text>
              <Text size="sm" className="quiet">
                {says}
              </Text>
            </UnstyledButton>
          ))}
        </section>
        <Button variant="default" onClick={own}>
          {words.empty.own}
        </Button>
      </Stack>
    </Center>
  )
}
