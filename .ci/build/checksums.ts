import { join } from "node:path";

/** Writes the digests of files in the form that `sha256sum --check` reads. */
export async function writeChecksums(folder: string, names: readonly string[]): Promise<void> {
  const lines = names.map(async (name) => {
    const digest = new Bun.CryptoHasher("sha256").update(await Bun.file(join(folder, name)).bytes());
    return `${digest.digest("hex")}  ${name}\n`;
  });
  await Bun.write(join(folder, "SHA256SUMS"), (await Promise.all(lines)).join(""));
}
