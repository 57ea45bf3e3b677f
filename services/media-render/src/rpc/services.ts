import { ArtworkServiceService } from '@estampa/contracts/media/v1/artwork';
import { GalleryServiceService } from '@estampa/contracts/media/v1/gallery';
import { PrintFileServiceService } from '@estampa/contracts/media/v1/print_file';
import { ProfileImageServiceService } from '@estampa/contracts/media/v1/profile_image';
import { RenderServiceService } from '@estampa/contracts/media/v1/render';
import { TemplateImageServiceService } from '@estampa/contracts/media/v1/template_image';
import { implement } from '@estampa/kit/rpc/server';
import { artworks } from './artworks.ts';
import { gallery } from './gallery.ts';
import { printFiles } from './print-files.ts';
import { profileImages } from './profile-images.ts';
import { renders } from './renders.ts';
import { templateImages } from './template-images.ts';

/** All calls that this service handles. */
export const services = [
  implement(ArtworkServiceService, artworks),
  implement(GalleryServiceService, gallery),
  implement(PrintFileServiceService, printFiles),
  implement(ProfileImageServiceService, profileImages),
  implement(RenderServiceService, renders),
  implement(TemplateImageServiceService, templateImages),
];
