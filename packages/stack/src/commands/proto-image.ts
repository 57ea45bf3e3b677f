import { runTool } from '../run-tool.ts';

/** What is used of a `FileDescriptorSet`: https://buf.build/docs/reference/images */
export interface Image {
  readonly file: readonly {
    readonly package: string;
    readonly messageType?: readonly ProtoMessage[];
    readonly service?: readonly {
      readonly name: string;
      readonly method: readonly { readonly name: string; readonly options?: { readonly idempotencyLevel?: string } }[];
    }[];
  }[];
}

export interface ProtoMessage {
  readonly name: string;
  readonly field?: readonly {
    readonly name: string;
    readonly type: string;
    readonly options?: { readonly debugRedact?: boolean };
  }[];
}

/** The contracts of proto/, with their options. */
export async function readProtos(): Promise<Image> {
  return JSON.parse(await runTool('buf', ['build', '--output', '-#format=json'])) as Image;
}
